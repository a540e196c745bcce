"""Archives of records: choosing, cutting, joining, dropping doubles, renaming players, entering hands.

Records go through as they were written: their text, their comments, tags that nobody knows.  Three things are
changed, because a record may come to stand elsewhere:

* ``#`` ("as in the record before") becomes the value that it stands for;
* comments above a file's first record follow that record's first tag where it does not come first any more (they
  would belong to the record before it);
* what separates records is one blank line, and the output begins with the header line.
"""
