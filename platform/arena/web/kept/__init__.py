"""Pages and parts of pages that need not be made again, and 304 for who has the page already.

``pages``   whole pages for visitors who are not logged in
``parts``   the costly part of a page, for everybody who may see the same
``etags``   a mark of what a page says, for every page and everybody

The store is ``arena.lib.kept``; what a page was made of is its key: the roster (names, bots, privacy), the fit, the
address, the language, the theme.
"""
