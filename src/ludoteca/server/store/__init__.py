"""What is kept: the database, its one writer, its questions, its backup."""
