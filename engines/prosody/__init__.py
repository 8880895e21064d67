"""How segments are said: changes of a Plan before it is rendered."""
