"""Plans: what is known about a type of the user's, compiled once from its annotations, for both back ends."""
