"""Agent, tools and judge of this project's tasks."""
