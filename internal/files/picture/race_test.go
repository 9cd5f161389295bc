//go:build race

package picture

const raced = true
