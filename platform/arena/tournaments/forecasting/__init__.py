"""Forecasts of tournaments that have not begun: what is known is read here, `planning.forecast` plays them."""
