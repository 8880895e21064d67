"""How the instant voice encoder was trained; needs the extra `clone`. `README.md` here says how to repeat it."""
