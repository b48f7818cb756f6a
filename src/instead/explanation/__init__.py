"""Why an item is offered: what reviews of both items say, weighed, and put into words."""
