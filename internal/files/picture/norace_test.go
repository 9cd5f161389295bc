//go:build !race

package picture

const raced = false
