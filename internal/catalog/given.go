package catalog

// Given is a value that a client may omit, which keeps the present one, or clear with null.
type Given[T any] struct {
	Sent  bool
	Value *T // nil clears
}

// True reports whether true was sent; null counts as false.
func True(g Given[bool]) bool { return g.Value != nil && *g.Value }

// Now is a value as if sent.
func Now[T any](value T) Given[T] { return Given[T]{Sent: true, Value: &value} }
