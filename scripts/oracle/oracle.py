"""Answers questions about Python requirements, one JSON line each, with Debian's resolvelib and packaging."""

import json
import signal
import sys

from packaging.markers import Marker
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version
from resolvelib import BaseReporter, Resolver
from resolvelib.resolvers import ResolutionImpossible, ResolutionTooDeep


# Without learning from conflicts, some problems take it longer than anyone waits.
SECONDS = 1


def contains(question):
    try:
        specifiers = SpecifierSet(question["specifier"])
        return specifiers.contains(Version(question["version"]), prereleases=True)
    except (InvalidSpecifier, InvalidVersion):
        return "invalid"


def compare(question):
    try:
        a, b = Version(question["a"]), Version(question["b"])
    except InvalidVersion:
        return "invalid"
    return (a > b) - (a < b)


def requirement(question):
    try:
        read = Requirement(question["text"])
    except InvalidRequirement:
        return "invalid"
    marker = read.marker
    return {
        "name": canonicalize_name(read.name),
        "extras": sorted(canonicalize_name(extra) for extra in read.extras),
        "specifiers": sorted(str(one) for one in read.specifier),
        "url": read.url or "",
        "marker": marker.evaluate({**question["environment"], "extra": ""}) if marker else True,
    }


class Provider:
    """Resolves as an installer does: pre-releases only where one is named or nothing else fits."""

    def __init__(self, index, environment):
        self.index = index
        self.environment = environment
        self.python = Version(environment["python_full_version"])
        self.usable = {}
        self.read = {}

    def identify(self, requirement_or_candidate):
        return requirement_or_candidate[:2]

    def get_preference(self, identifier, resolutions, candidates, information, backtrack_causes):
        causes = {self.identify(cause.requirement) for cause in backtrack_causes}
        causes |= {self.identify(cause.parent) for cause in backtrack_causes if cause.parent}
        # Those with few candidates first, so that contradictions are found early.
        count = sum(1 for _ in zip(candidates[identifier], range(20)))
        return (count > 1, identifier not in causes, count, identifier)

    def find_matches(self, identifier, requirements, incompatibilities):
        name, extras = identifier
        specifiers = SpecifierSet()
        for one in requirements[identifier]:
            specifiers &= one[2]
        bad = {candidate[2] for candidate in incompatibilities[identifier]}
        if name not in self.usable:
            self.usable[name] = [v for v in self.index.get(name, {}) if self.fits(name, v)]
        versions = self.usable[name]
        fitting = list(specifiers.filter(versions))
        return [(name, extras, v) for v in sorted(fitting, reverse=True) if v not in bad]

    def fits(self, name, version):
        python = self.index[name][version].get("requiresPython")
        return not python or SpecifierSet(python).contains(self.python, prereleases=True)

    def is_satisfied_by(self, requirement, candidate):
        return requirement[2].contains(candidate[2], prereleases=True)

    def get_dependencies(self, candidate):
        if candidate not in self.read:
            self.read[candidate] = self.dependencies(*candidate)
        return self.read[candidate]

    def dependencies(self, name, extras, version):
        base = [(name, "", SpecifierSet(f"=={version}"))] if extras else []
        return base + self.required(self.index[name][version]["requires"], [extras])

    def required(self, lines, extras):
        found = []
        for line in lines:
            read = Requirement(line)
            marker = read.marker
            if marker and not any(marker.evaluate({**self.environment, "extra": extra}) for extra in extras):
                continue
            name = canonicalize_name(read.name)
            found.append((name, "", read.specifier))
            found += [(name, canonicalize_name(extra), read.specifier) for extra in read.extras]
        return found


def give_up(_number, _frame):
    raise TimeoutError


def index_of(packages):
    return {
        name: {Version(version): facts for version, facts in versions.items()}
        for name, versions in packages.items()
    }


def resolve(question, index):
    provider = Provider(index, question["environment"])
    # All requirements of packs at once: the oracle finds contradictions among them only at the start.
    roots = [one for lines in question["packs"].values() for one in provider.required(lines, [""])]
    signal.alarm(SECONDS)
    try:
        Resolver(provider, BaseReporter()).resolve(roots, max_rounds=100_000)
    except ResolutionImpossible:
        return {"isPossible": False}
    except (ResolutionTooDeep, TimeoutError):
        return {"isPossible": None}
    except RecursionError:
        # Everything is chosen by then: it looks for a way to each choice, and circles lead it astray.
        return {"isPossible": True}
    finally:
        signal.alarm(0)
    return {"isPossible": True}


def check(question, index):
    """Whether pins meet every requirement of packs and of each other."""
    pins = {name: Version(version) for name, version in question["pins"].items()}
    faults = []
    waiting = [(pack, Requirement(line), "") for pack, lines in question["packs"].items() for line in lines]
    seen = set()
    while waiting:
        source, read, extra = waiting.pop()
        if read.marker and not read.marker.evaluate({**question["environment"], "extra": extra}):
            continue
        name = canonicalize_name(read.name)
        if name not in pins or not read.specifier.contains(pins[name], prereleases=True):
            faults.append(f"{source}: {read} but {pins.get(name)}")
            continue
        for asked in ["", *sorted(read.extras)]:
            if (name, asked) in seen:
                continue
            seen.add((name, asked))
            waiting += [(name, Requirement(line), asked) for line in index[name][pins[name]]["requires"]]
    return faults


def nearby(version):
    """Versions in each gap between the versions that a specifier can tell apart, around one that it names."""
    release = list(version.release)
    found = [version]
    for length in range(1, len(release) + 1):
        start = release[:length]
        found += [Version(".".join(map(str, start + end))) for end in ([], [0, 0, 0, 1], [99999])]
        found.append(Version(".".join(map(str, start[:-1] + [start[-1] + 1]))))
        if start[-1] > 0:
            found.append(Version(".".join(map(str, start[:-1] + [start[-1] - 1, 99999]))))
    return found


def contradictions(question):
    """Packages for which no version meets all lines, or that lines take from different addresses."""
    specifiers, addresses = {}, {}
    for line in (line for lines in question["packs"].values() for line in lines):
        try:
            read = Requirement(line.split(" #")[0].strip())
        except InvalidRequirement:
            continue
        if read.marker and not read.marker.evaluate({**question["environment"], "extra": ""}):
            continue
        name = canonicalize_name(read.name)
        specifiers[name] = specifiers.get(name, SpecifierSet()) & read.specifier
        if read.url:
            addresses.setdefault(name, set()).add(read.url)
    found = {name for name, urls in addresses.items() if len(urls) > 1}
    for name, wanted in specifiers.items():
        named = [Version(one.version.removesuffix(".*")) for one in wanted if one.operator != "==="]
        candidates = [Version("0"), Version("99999")] + [v for version in named for v in nearby(version)]
        if not any(wanted.contains(one, prereleases=True) for one in candidates):
            found.add(name)
    return sorted(found)


def main():
    signal.signal(signal.SIGALRM, give_up)
    index = {}
    simple = {"contains": contains, "compare": compare, "requirement": requirement, "contradictions": contradictions}
    for line in sys.stdin:
        question = json.loads(line)
        kind = question["kind"]
        if kind == "index":
            index = index_of(question["packages"])
            answer = True
        elif kind == "resolve":
            answer = resolve(question, index)
        elif kind == "check":
            answer = check(question, index)
        else:
            answer = simple[kind](question)
        print(json.dumps(answer), flush=True)


main()
