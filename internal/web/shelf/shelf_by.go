package shelf
