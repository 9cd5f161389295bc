package catalog

import "time"

// Stored names the bytes of an object of the store.
type Stored struct {
	Object   string
	Sum      [32]byte // SHA-256
	Size     int64
	MimeType string
	Quota    int64 // what the account may use in all; 0 is as much as there is
}

// File is bytes that a caller may use: their own upload, or what an object they see
// was made of.
type File struct {
	SHA256    string // in hex
	MimeType  string
	Size      int64
	ExpiresAt *time.Time // of the upload; nil if only uses keep it
	Uses      []Use
}

// Use is an object that shows a file.
type Use struct {
	Type string `json:"type"`
	ID   int64  `json:"id,string"`
}

// Content locates the bytes that an answer sends.
type Content struct {
	Object, MimeType, Filename string
	Size                       int64
	SHA256                     []byte // of the bytes in the store
}
