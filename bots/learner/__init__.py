"""Learning at home: a small policy that plays itself better, and the bot that plays by it.

`python -m bots.learner diamoniak-2 my-learner` trains with numpy alone and writes a bot's folder: `bot.py` and
`policy.onnx`, which the arena's Python runtime reads by onnxruntime. Written to be read and changed.
"""
