"""``python -m guidance_assistant`` is the command line."""

from guidance_assistant.cli import main

if __name__ == "__main__":
    main()
