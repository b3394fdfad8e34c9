"""The web server around Django: what one visitor may take of it, so that no visitor stops the others.

A thread is the scarce thing, and it is taken only when a request has arrived as a whole. Until then, and while an
answer leaves, a slow client costs a connection and nothing else:

``protocol``     deadlines for headers and for reading answers, connections for each address
``bodies``       a body is read whole, with a deadline and a cap, before anybody works on it
``bridge``       Django's WSGI handler in threads; long downloads in threads of their own
``application``  the three together, and event streams beside them
"""
