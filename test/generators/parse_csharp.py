"""Parses every file of C# under a folder; ends with 1 where one is no C#, or where there is none."""

import pathlib
import sys

import tree_sitter_c_sharp
from tree_sitter import Language, Parser

parser = Parser(Language(tree_sitter_c_sharp.language()))
files = list(pathlib.Path(sys.argv[1]).rglob("*.cs"))
faulty = [file for file in files if parser.parse(file.read_bytes()).root_node.has_error]
for file in faulty:
    print(f"{file}: does not parse")
sys.exit(1 if faulty or not files else 0)
