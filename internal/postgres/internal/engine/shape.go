package engine

// Shape is the part of a resource that other packages may use: how to read and log its rows in their
// own statements. It sends no SQL, so it can be exported.
type Shape[T any] struct{ of Resource[T] }

// Shape returns the shape of the resource.
func (k Resource[T]) Shape() Shape[T] { return Shape[T]{k} }

// Columns are the columns of an object.
func (s Shape[T]) Columns() string { return s.of.Columns }

// Table is the table of the objects.
func (s Shape[T]) Table() Table { return s.of.Table }

// Audited are the attributes whose changes are logged.
func (s Shape[T]) Audited() Audited { return s.of.Audited }

// Query selects the objects that meet a condition.
func (s Shape[T]) Query(condition string) string { return s.of.Query(condition) }

// Telling is a note that also lists what changed.
func (s Shape[T]) Telling(changes string) Note { return s.of.Telling(changes) }

// List is the list of all objects, or of those of an owner, who must exist.
func (s Shape[T]) List(r Reader, of ...int64) List { return s.of.List(r, of...) }
