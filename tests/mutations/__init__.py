"""Changes lines of the sources to see whether a test notices.

Debian 12 has no tool for this that knows C++20: Mull and Dextool are not packaged, and
universalmutator is a set of patterns, too, without layers and statements. These are the rules that
matter here, in a few hundred lines without a dependency.
"""
