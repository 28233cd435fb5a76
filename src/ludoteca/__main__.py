"""`python -m ludoteca` is the command `ludoteca`."""

from ludoteca.cli import main

raise SystemExit(main())
