# SPDX-License-Identifier: GPL-3.0-or-later
"""The bash completion, from the taken-apart helps and from what the programs list as JSON."""
import json
import subprocess

SCRIPT = r"""# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Bash completion of dpmf and its companions; made from what the programs say of themselves.
# Keys: "PROGRAM", "PROGRAM COMMAND", "PROGRAM COMMAND LAW"; "... --mech=NAME" has what that mechanism takes besides;
# "... --option" has the values of an option, or "FILE".
declare -A _dpmf_commands=(
@COMMANDS@)
declare -A _dpmf_options=(
@OPTIONS@)
declare -A _dpmf_values=(
@VALUES@)

_dpmf_offer() { # WORDS CURRENT: those that begin so; after "=" the value follows without a blank
	local one
	while IFS= read -r one; do
		COMPREPLY+=("$one")
		[[ $one == *= ]] && compopt -o nospace 2> /dev/null
	done < <(compgen -W "$1" -- "$2")
}

_dpmf_files() {
	compopt -o filenames 2> /dev/null
	local one
	while IFS= read -r one; do COMPREPLY+=("$one"); done < <(compgen -f -- "$1")
}

_dpmf() {
	local key=${COMP_WORDS[0]##*/} current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} option='' mech='' at
	COMPREPLY=()
	for ((at = 1; at < COMP_CWORD; at++)); do
		[[ ${COMP_WORDS[at]} == -- ]] && { _dpmf_files "$current"; return; }
		[[ " ${_dpmf_commands[$key]-} " == *" ${COMP_WORDS[at]} "* ]] && key+=" ${COMP_WORDS[at]}"
		[[ ${COMP_WORDS[at]} == --mech=* ]] && mech=${COMP_WORDS[at]#*=}
		[[ ${COMP_WORDS[at]} == --mech && ${COMP_WORDS[at + 1]} != = ]] && mech=${COMP_WORDS[at + 1]}
		[[ ${COMP_WORDS[at]} == --mech && ${COMP_WORDS[at + 1]} == = ]] && mech=${COMP_WORDS[at + 2]-}
	done
	if [[ $current == = ]]; then # bash takes "--option=value" for three words
		option=$before current=''
	elif [[ $before == = ]]; then
		option=${COMP_WORDS[COMP_CWORD - 2]}
	elif [[ $before == --* && " ${_dpmf_options[$key]-} ${_dpmf_options["$key --mech=$mech"]-} " == *" $before= "* ]]; then
		option=$before
	fi
	if [[ -n $option && ${_dpmf_values["$key $option"]-} == FILE ]]; then
		_dpmf_files "$current"
	elif [[ -n $option ]]; then
		_dpmf_offer "${_dpmf_values["$key $option"]-}" "$current"
	elif [[ $current == -* ]]; then
		_dpmf_offer "${_dpmf_options[$key]-} ${_dpmf_options["$key --mech=$mech"]-}" "$current"
	elif [[ -n ${_dpmf_commands[$key]-} ]]; then
		_dpmf_offer "${_dpmf_commands[$key]}" "$current"
	else
		_dpmf_files "$current"
	fi
}
complete -F _dpmf @PROGRAMS@
"""


def said(programs, *words):
    """The JSON document of a command."""
    return json.loads(subprocess.run([programs / words[0], *words[1:], "--json"], capture_output=True, check=True).stdout)


def is_path(value):
    return value and any(part in ("FILE", "DIR") for part in value.split("|"))


class Tables:
    def __init__(self):
        self.commands, self.options, self.values = {}, {}, {}

    def add(self, key, help):
        taken = {**help.options(), "help": None}
        self.options[key] = [f"--{name}" + ("=" if value else "") for name, value in taken.items()]
        for name, value in taken.items():
            if is_path(value):
                self.values[f"{key} --{name}"] = ["FILE"]
        for name, words in help.choices().items():
            self.values[f"{key} --{name}"] = words
        if help.commands():
            self.commands[key] = [name for name, _ in help.commands()]

    def share(self, program):
        """Its commands take what the program takes: they have no help of their own."""
        for command in self.commands[program]:
            for table in (self.options, self.values):
                own = {key: words for key, words in table.items() if key == program or key.startswith(program + " -")}
                table.update({f"{program} {command}{key.removeprefix(program)}": words for key, words in own.items()})

    def add_mechanisms(self, listed):
        """Of dpmf train: what each mechanism takes, and the words that may stand behind an option."""
        key = "dpmf train"
        self.values[f"{key} --mech"] = [mech["name"] for mech in listed["mechanisms"]]
        for mech in listed["mechanisms"]:
            self.options[f"{key} --mech={mech['name']}"] = [f"--{option['name']}" + ("=" if option["value"] else "") for option in mech["options"]]
        for option in [*listed["options"], *(option for mech in listed["mechanisms"] for option in mech["options"])]:
            if option["choices"]:
                self.values[f"{key} --{option['name']}"] = option["choices"]
            elif is_path(option["value"]):
                self.values[f"{key} --{option['name']}"] = ["FILE"]

    def add_cases(self, cases, options):
        for key, taken in list(options.items()):
            if key.startswith("dpmf-audit ") and "--mech=" in taken:
                self.values[f"{key} --mech"] = sorted({case["mechanism"] for case in cases})
            if key.startswith("dpmf-audit ") and "--case=" in taken:
                self.values[f"{key} --case"] = [case["id"] for case in cases]


def rows(table):
    return "".join(f'\t["{key}"]="{" ".join(words)}"\n' for key, words in table.items())


def script(programs, taken):
    """taken: {program: [(help, title, parts)]}, as in pages."""
    tables = Tables()
    for program, pages in taken.items():
        for help in (help for own, _, parts in pages for help in (own, *(part.help for part in parts))):
            tables.add(" ".join(help.words), help)
    if "dpmf" in taken:
        tables.add_mechanisms(said(programs, "dpmf", "list"))
    if "dpmf-audit" in taken:
        tables.add_cases(said(programs, "dpmf-audit", "list")["cases"], tables.options)
    if "dpmf-vectors" in taken:
        tables.commands["dpmf-vectors"] = [head for head, _, _ in taken["dpmf-vectors"][0][0].items() if head.isalpha()]
        tables.values["dpmf-vectors --algorithm"] = [one["algorithm"] for one in said(programs, "dpmf-vectors", "list")["algorithms"]]
        tables.share("dpmf-vectors")
    text = SCRIPT.replace("@COMMANDS@", rows(tables.commands)).replace("@OPTIONS@", rows(tables.options))
    return text.replace("@VALUES@", rows(tables.values)).replace("@PROGRAMS@", " ".join(taken))
