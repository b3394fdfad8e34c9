"""``arena test``: is the new version better?"""
