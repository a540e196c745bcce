"""Conformance: a corpus of cases, and a runner for programs in any language.

* `cases`: the corpus, one `Case` an item of its YAML files; `lint` checks it, `export` writes its JSON mirror;
* `ops`: the answers of this program, one module a group of operations; `serve` gives them to others;
* `subject`, `runner`, `compare`: start a program, ask it every case, judge what it says; `reports` show it;
* `profile`: which rules explain a program's answers; `perft`: counts of what may follow.

The protocol is on one page: ``conformance/README.md``; its schemas are in ``conformance/schema``.
Nothing heavy is loaded here.
"""
