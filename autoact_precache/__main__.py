from autoact_precache.cli import main

main()
