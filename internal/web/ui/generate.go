package ui

//go:generate go tool templ generate -path .
