"""Plain models that any other has to beat: chance, popularity, categories, co-visits, attributes, walks on links."""
