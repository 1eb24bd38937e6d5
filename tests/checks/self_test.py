#!/usr/bin/env python3
"""The checks are able to fail: each is run on a small tree with a planted violation and must name it, and on
the same tree without it and must pass."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent

TABLE = """
| layer | may include | real time |
|---|---|---|
| `base` | the standard library | yes |
| `model` | `base` | yes |
| `wire`, `protocols` | `base`, `model`, `wire` | no |
| `runtime`, `apps` (planned) | `base`, `model`, `wire`, `protocols` | no |
"""

CLEAN = {
    "ARCHITECTURE.md": TABLE,
    "CMakeLists.txt": "hexad_layer(model LINK hexad_base)\n",
    "src/base/units.hpp": "#pragma once\n\ninline constexpr double kMillimetre = 1e-3;\n",
    "src/model/pose.hpp": '#pragma once\n#include "base/units.hpp"\n\nstruct Pose {\n  double x = kMillimetre;\n};\n',
    "src/wire/bytes.cpp": "int bytes;\n",
    "src/protocols/session.cpp": "int session;\n",
    "src/model/pose.cpp": '#include "model/pose.hpp"\n\ndouble x_of(const Pose& pose) { return pose.x; }\n',
}


class Tree:
    """A source tree that lives as long as a test."""

    def __init__(self, files):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name).resolve()
        self.write({**CLEAN, **files})

    def write(self, files):
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def compile_commands(self, *sources):
        flags = f"-I{self.root}/src -std=c++20 -Wall -Wextra -Werror"
        self.write({"build/compile_commands.json": json.dumps([
            {"directory": str(self.root), "file": str(self.root / s),
             "command": f"/usr/bin/ccache /usr/bin/c++ {flags} -o x.o -c {self.root / s}"} for s in sources])})

    def run(self, script, *arguments):
        done = subprocess.run([sys.executable, str(HERE / script), str(self.root), *arguments],
                              capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class Checks(unittest.TestCase):
    def tree(self, files):
        tree = Tree(files)
        self.addCleanup(tree.folder.cleanup)
        return tree

    def passes(self, tree, script, *arguments):
        code, words = tree.run(script, *arguments)
        self.assertEqual(code, 0, words)
        return words

    def fails(self, tree, script, *expected, arguments=()):
        code, words = tree.run(script, *arguments)
        self.assertEqual(code, 1, f"{script} passed a tree with a planted violation:\n{words}")
        for text in expected:
            self.assertIn(text, words)


class Rules(Checks):
    PAGE = {"docs/rules.md": "# Rules\n\n1. One.\n2. Two.\n"}

    def test_each_rule_named_by_suite_or_name_passes(self):
        tests = {"src/model/a_test.cpp": "TEST(Rule1, IsKept) {}\nTEST(Life, Rule2_IsKept) {}\n"}
        self.assertIn("2 checked, 0 found", self.passes(self.tree({**self.PAGE, **tests}), "rules.py"))

    def test_a_rule_without_a_test(self):
        tree = self.tree({**self.PAGE, "src/model/a_test.cpp": "TEST(Rule1, IsKept) {}\nTEST(Rule20, Is) {}\n"})
        self.fails(tree, "rules.py", "docs/rules.md:4: no test names rule 2", "do: write one")


class Invariants(Checks):
    SAID = {"src/messages/table/invariants.inc": 'M(invariant_7, note, "a", "b")\nM(invariant_8, note, "a", "b")\n',
            "docs/testing.md": "| | what |\n|---|---|\n| I7, I8 | holds |\n"}
    CALLS = ("constexpr int kLate = 8;\nvoid look() {\n  report_(7, \"x\");\n"
             "  report().over(kLate, 1.0, \"x\");\n}\n")

    def test_what_is_said_and_described_passes(self):
        tree = self.tree({**self.SAID, "src/drill/a.cpp": self.CALLS})
        self.assertIn("2 checked, 0 found", self.passes(tree, "invariants.py"))

    def test_one_that_is_said_nowhere(self):
        for call in ("report_(9, \"x\");", "report_.over(kLate ? 7 : 9, 1.0, \"x\");",
                     "order.ended_by = kLate ? 8 : 9;\n  report_(order.ended_by, \"x\");"):
            tree = self.tree({**self.SAID, "src/stack/b.cpp": f"void look() {{\n  {call}\n}}\n"})
            self.fails(tree, "invariants.py", "invariant 9 is told in English only", "does not say what I9 is")

    def test_one_whose_number_is_not_seen(self):
        tree = self.tree({**self.SAID, "src/drill/a.cpp": "void look(int which) { report_(which, 1); }\n"})
        self.fails(tree, "invariants.py", "src/drill/a.cpp:1: which invariant is reported is not seen")


class Layers(Checks):
    def test_clean_tree_passes(self):
        self.assertIn("5 checked, 0 found", self.passes(self.tree({}), "layers.py"))

    def test_upward_include(self):
        tree = self.tree({"src/base/bad.hpp": '#pragma once\n#include "model/pose.hpp"\n'})
        self.fails(tree, "layers.py", "src/base/bad.hpp:2: layer 'base' includes \"model/pose.hpp\"", "do: turn")

    def test_upward_include_in_a_test(self):
        tree = self.tree({"src/base/bad_test.cpp": '#include "model/pose.hpp"\n'})
        self.fails(tree, "layers.py", "src/base/bad_test.cpp:1:")

    def test_header_that_blocks_in_a_real_time_layer(self):
        for header in ("mutex", "iostream", "functional", "sys/socket.h", "fmt/core.h"):
            tree = self.tree({"src/model/bad.cpp": f"// a\n#include <{header}>\n"})
            self.fails(tree, "layers.py", f"src/model/bad.cpp:2: real-time layer 'model' includes <{header}>")

    def test_root_whose_bits_depend_on_the_processor(self):
        text = "// std::cbrt\ndouble x = std::hypot(1.0, 2.0);\n"
        self.fails(self.tree({"src/model/bad.cpp": text}), "layers.py", "src/model/bad.cpp:2: real-time layer 'model' uses std::hypot")
        self.passes(self.tree({"src/wire/a.cpp": text, "src/model/a_test.cpp": text}), "layers.py")

    def test_only_one_layer_knows_which_system_it_is(self):
        for line, words in (("#include <winsock2.h>", "includes <winsock2.h>"), ("#include <sys/epoll.h>", "includes <sys/epoll.h>"),
                            ("#if defined(_WIN32)", "asks which system it is (_WIN32)"),
                            ("#elif __linux__", "asks which system it is (__linux__)")):
            text = f"#if 0\n{line}\n#endif\n"
            self.fails(self.tree({"src/wire/bad.cpp": text}), "layers.py", f"src/wire/bad.cpp:2: layer 'wire' {words}")
            table = TABLE + "| `os` | `base` | no |\n"
            self.passes(self.tree({"ARCHITECTURE.md": table, "src/os/good.cpp": text}), "layers.py")

    def test_the_same_header_elsewhere_and_in_tests_passes(self):
        self.passes(self.tree({"src/wire/a.cpp": "#include <mutex>\n", "src/model/a_test.cpp": "#include <mutex>\n"}),
                    "layers.py")

    def test_test_support_is_a_test_and_only_for_tests(self):
        script = {"src/model/testing/script.hpp": "#pragma once\n#include <thread>\n"}
        self.passes(self.tree(script), "layers.py")
        tree = self.tree({**script, "src/model/bad.cpp": '#include "model/testing/script.hpp"\n'})
        self.fails(tree, "layers.py", 'src/model/bad.cpp:1: product code includes "model/testing/script.hpp"')

    def test_protocol_that_knows_another(self):
        tree = self.tree({"src/protocols/mdof/session.cpp": '#include "protocols/motus/layout.hpp"\n'})
        self.fails(tree, "layers.py", "src/protocols/mdof/session.cpp:1: protocol code includes")

    def test_protocols_share_and_know_themselves(self):
        self.passes(self.tree({"src/protocols/mdof/session.cpp":
                          '#include "protocols/session.hpp"\n#include "protocols/mdof/layout.hpp"\n'}), "layers.py")

    def test_folder_without_a_row(self):
        tree = self.tree({"src/misc/a.cpp": "int a;\n"})
        self.fails(tree, "layers.py", "src/misc/a.cpp:1: layer 'misc' has no row")

    def test_mark_planned_that_is_wrong(self):
        self.fails(self.tree({"src/runtime/a.cpp": "int a;\n"}), "layers.py",
                   "layer 'runtime' is marked (planned), but has code")
        self.fails(self.tree({"ARCHITECTURE.md": TABLE.replace("(planned)", "")}), "layers.py",
                   "layer 'runtime' is in the table, but has no code")

    def test_include_without_layer(self):
        tree = self.tree({"src/model/bad.cpp": '#include "pose.hpp"\n'})
        self.fails(tree, "layers.py", 'src/model/bad.cpp:1: include "pose.hpp" does not begin with a layer')

    def test_own_header_in_angle_brackets(self):
        tree = self.tree({"src/model/bad.cpp": "#include <base/units.hpp>\n"})
        self.fails(tree, "layers.py", "src/model/bad.cpp:1: own header <base/units.hpp>")

    def test_forbidden_link(self):
        tree = self.tree({"CMakeLists.txt": "#\nhexad_layer(base LINK Eigen3::Eigen hexad_model)\n"})
        self.fails(tree, "layers.py", "CMakeLists.txt:2: layer 'base' links 'model'")

    def test_link_that_only_tests_need(self):
        self.passes(self.tree({"CMakeLists.txt": "hexad_layer(base LINK Eigen3::Eigen TESTS hexad_model)\n"}), "layers.py")

    def test_folders_in_a_circle(self):
        circle = {"src/model/parts/leg.hpp": '#pragma once\n#include "model/shape/round.hpp"\n',
                  "src/model/shape/round.hpp": '#pragma once\n#include "model/kind/kind.hpp"\n',
                  "src/model/kind/kind.hpp": '#pragma once\n// words\n#include "model/parts/leg.hpp"\n'}
        self.fails(self.tree(circle), "layers.py",
                   "src/model/kind/kind.hpp:3: folders in a circle: model/kind -> model/parts -> model/shape -> model/kind",
                   "src/model/shape/round.hpp:2 includes model/kind/kind.hpp", "layers: 8 checked, 1 found")
        self.passes(self.tree({**circle, "src/model/kind/kind.hpp": "#pragma once\n"}), "layers.py")

    def test_folder_and_its_own_part_in_a_circle(self):
        self.fails(self.tree({"src/model/parts/leg.hpp": '#pragma once\n#include "model/pose.hpp"\n',
                              "src/model/legs.cpp": '#include "model/parts/leg.hpp"\n'}), "layers.py",
                   "folders in a circle: model -> model/parts -> model")

    def test_circle_of_a_test_passes(self):
        self.passes(self.tree({"src/model/parts/leg.hpp": '#pragma once\n#include "model/pose.hpp"\n',
                               "src/model/legs_test.cpp": '#include "model/parts/leg.hpp"\n'}), "layers.py")

    def test_document_without_a_table(self):
        self.fails(self.tree({"ARCHITECTURE.md": "# nothing\n"}), "layers.py", "ARCHITECTURE.md:1: no layer table found")

    def test_empty_tree_does_not_pass(self):
        tree = self.tree({})
        for name in CLEAN:
            if name.startswith("src/"):
                (tree.root / name).unlink()
        self.fails(tree, "layers.py", "nothing to check")


class Headers(Checks):
    def build(self, tree):
        tree.compile_commands("src/model/pose.cpp")
        return (str(tree.root / "build"),)

    def test_clean_tree_passes(self):
        tree = self.tree({})
        words = self.passes(tree, "headers.py", *self.build(tree))
        self.assertIn("1 of them are the first include of their own source", words)
        self.assertIn("2 checked", words)

    def test_header_that_needs_another_include(self):
        tree = self.tree({"src/model/bad.hpp": "#pragma once\n\nstd::size_t legs();\n"})
        self.fails(tree, "headers.py", "src/model/bad.hpp:3: src/model/bad.hpp does not compile alone",
                   arguments=self.build(tree))

    def test_header_among_many_that_needs_another_include(self):
        many = {f"src/model/good{i}.hpp": f"#pragma once\n#include <vector>\ninline std::vector<int> v{i};\n"
                for i in range(20)}
        tree = self.tree(many | {"src/model/bad.hpp": "#pragma once\n\ninline Pose pose;\n"})
        self.fails(tree, "headers.py", "src/model/bad.hpp:3: src/model/bad.hpp does not compile alone",
                   arguments=self.build(tree))

    def test_header_of_a_source_that_was_compiled_after_another(self):
        tree = self.tree({"src/model/a.cpp": "#include <cstddef>\n",
                          "src/model/pose.hpp": "#pragma once\n\nstd::size_t legs();\n",
                          "src/model/pose.cpp": '#include "model/pose.hpp"\n'})
        unity = "build/CMakeFiles/hexad_model.dir/Unity/unity_1_cxx.cxx"
        tree.write({unity: f'#include "{tree.root}/src/model/a.cpp"\n#include "{tree.root}/src/model/pose.cpp"\n'})
        tree.compile_commands(unity)
        self.fails(tree, "headers.py", "src/model/pose.hpp:3:", arguments=(str(tree.root / "build"),))

    def test_header_that_its_own_source_does_not_include_first(self):
        tree = self.tree({"src/model/pose.hpp": "#pragma once\n\nstd::size_t legs();\n",
                          "src/model/pose.cpp": '#include <cstddef>\n\n#include "model/pose.hpp"\n'})
        self.fails(tree, "headers.py", "src/model/pose.hpp:3:", arguments=self.build(tree))

    def test_header_without_guard(self):
        tree = self.tree({"src/model/bad.hpp": "// words\n#include <array>\n#pragma once\n"})
        self.fails(tree, "headers.py", "src/model/bad.hpp:2: the header does not begin with #pragma once",
                   arguments=self.build(tree))

    def test_warning_is_an_error(self):
        tree = self.tree({"src/model/bad.hpp": "#pragma once\ninline void f(int unused) {}\n"})
        self.fails(tree, "headers.py", "src/model/bad.hpp:2:", arguments=self.build(tree))

    def test_cache_forgets_when_an_included_header_changes(self):
        tree = self.tree({"src/model/leg.hpp": '#pragma once\n#include "model/pose.hpp"\n\ninline Pose pose;\n'})
        build = self.build(tree)
        self.passes(tree, "headers.py", *build)
        self.passes(tree, "headers.py", *build)
        tree.write({"src/base/units.hpp": "#pragma once\n"})
        self.fails(tree, "headers.py", "src/model/leg.hpp does not compile alone", arguments=build)


class Format(Checks):
    STYLE = (HERE.parent.parent / ".clang-format").read_text()

    def test_clean_tree_passes(self):
        inline = "namespace a::inline b {\n\nint f() { return 1; }\n\n}  // namespace a::inline b\n"
        self.passes(self.tree({".clang-format": self.STYLE, "src/model/inline.cpp": inline}), "format.py")

    def test_wrong_indent(self):
        tree = self.tree({".clang-format": self.STYLE, "src/model/bad.cpp": "int f() {\n      return 1;\n}\n"})
        self.fails(tree, "format.py", "src/model/bad.cpp:1: not formatted", "do: ./dev format")

    def test_long_line_of_typescript(self):
        tree = self.tree({".clang-format": self.STYLE, "console/src/bad.ts": "const a = b" + " + b" * 40 + ";\n"})
        self.fails(tree, "format.py", "console/src/bad.ts:1: 172 columns, at most 110")


class Naming(Checks):
    def test_clean_tree_passes(self):
        good = ("namespace hexad::inline model {\ninline constexpr double kHalf = 0.5;\nenum class Unit { mm, kN };\n"
                "class Leg {\n public:\n  int open = 0;\n\n private:\n  int length_ = 0;\n};\n}\n")
        self.passes(self.tree({"src/model/good.hpp": good}), "naming.py")

    def test_each_kind_of_name(self):
        for text, found in (("struct leg_state {\n};\n", "type 'leg_state' is not CamelCase"),
                            ("enum class Kind { One, two };\n", "enumerator 'One' is not snake_case"),
                            ("namespace hexad::Model {\n}\n", "namespace 'Model' is not snake_case"),
                            ("inline constexpr double half = 0.5;\n", "constant 'half' is not kCamelCase"),
                            ("class Leg {\n private:\n  int length = 0;\n};\n", "private member 'length' of Leg")):
            self.fails(self.tree({"src/model/bad.hpp": text}), "naming.py", found)
        self.fails(self.tree({"src/model/BadName.hpp": "\n"}), "naming.py", "file name 'BadName.hpp'")


class Words(Checks):
    def test_clean_tree_passes(self):
        self.passes(self.tree({"docs/a.md": "network/work, the working height, user agent, tissue 3\n"}), "words.py")

    def test_forbidden_words(self):
        # Put together here, so that this file does not find itself.
        for word in ("see /" "work/main", "in ../" "shared/spec", "a sub" "agent wrote", "fixes issue" " 12",
                     "from registry." "npmjs.org", "/" "root/.cache"):
            tree = self.tree({"docs/bad.md": f"fine\n{word}\n"})
            self.fails(tree, "words.py", "docs/bad.md:2: ", "do: ")

    def test_name_that_says_nothing(self):
        tree = self.tree({"src/model/bad.hpp": "#pragma once\nclass PoseManager {};\n"})
        self.fails(tree, "words.py", "src/model/bad.hpp:2: a type name that says nothing")

    def test_retired_names(self):
        for line in ("class " "Errands {", "struct " "Desk {", "void " "let_go() {", "namespace hexad::" "runtime {"):
            tree = self.tree({"src/model/bad.hpp": f"#pragma once\n{line}\n"})
            self.fails(tree, "words.py", "src/model/bad.hpp:2: a retired name")

    def test_long_file_is_a_warning(self):
        words = self.passes(self.tree({"src/model/long.cpp": "//\n" * 401}), "words.py")
        self.assertIn("src/model/long.cpp:1: warning: 401 lines", words)


if __name__ == "__main__":
    unittest.main()
