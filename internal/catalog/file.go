package catalog

import "time"

// Stored names the bytes of an object of the store.
type Stored struct {
	Object   string
	Sum      [32]byte // SHA-256
	Size     int64
	MimeType string
	Quota    int64 // what the account may use in all; 0 means no limit
}

// File is bytes that a caller may use: their own upload, or the file of an object they see.
type File struct {
	SHA256    string // in hex
	MimeType  string
	Size      int64
	ExpiresAt *time.Time // of the upload; nil if it is only kept by its uses
	Uses      []Use
}

// Use is an object that shows a file.
type Use struct {
	Type string `json:"type"`
	ID   int64  `json:"id,string"`
}

// Content locates the bytes to send.
type Content struct {
	Object, MimeType, Filename string
	Size                       int64
	SHA256                     []byte // of the bytes in the store
}
