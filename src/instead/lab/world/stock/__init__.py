"""Hand-written catalogues: invented brands, real-sounding products, and the words people use about them."""
