package engine

// Shape is what other rooms may know of a resource: how to read and log its rows by
// statements of their own. It sends nothing, so it can be shown to everybody.
type Shape[T any] struct{ of Resource[T] }

// Shape is that of the resource.
func (k Resource[T]) Shape() Shape[T] { return Shape[T]{k} }

// Columns are those that an object is read from.
func (s Shape[T]) Columns() string { return s.of.Columns }

// Table is where the objects are.
func (s Shape[T]) Table() Table { return s.of.Table }

// Audited are the attributes whose changes the log tells.
func (s Shape[T]) Audited() Audited { return s.of.Audited }

// Query selects the objects that meet a condition.
func (s Shape[T]) Query(condition string) string { return s.of.Query(condition) }

// Telling is a note that also tells what changed.
func (s Shape[T]) Telling(changes string) Note { return s.of.Telling(changes) }

// List is the list of all objects, or of those of an owner, who must exist.
func (s Shape[T]) List(r Reader, of ...int64) List { return s.of.List(r, of...) }
