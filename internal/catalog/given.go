package catalog

// Given is a value that a client may leave out, which keeps what is there, or clear.
type Given[T any] struct {
	Sent  bool
	Value *T // nil clears
}

// Set is a value that was sent.
func Set[T any](value T) Given[T] { return Given[T]{Sent: true, Value: &value} }
