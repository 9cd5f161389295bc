package catalog

// Given is a value that a client may leave out, which keeps what is there, or clear.
type Given[T any] struct {
	Sent  bool
	Value *T // nil clears
}

// True reports whether a yes was sent; null is a no.
func True(g Given[bool]) bool { return g.Value != nil && *g.Value }

// Now is a value that was sent.
func Now[T any](value T) Given[T] { return Given[T]{Sent: true, Value: &value} }
