package view

//go:generate go tool templ generate -path .
