"""Write the pages: ``python -m preferans_pbn.variants.pages``."""

from preferans_pbn.variants.pages import write_pages

for changed in write_pages():
    print(changed)
