"""One HTML page out of what run, replay, eval, analyze and bench left in folders."""
