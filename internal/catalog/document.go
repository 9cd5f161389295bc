package catalog

import (
	"net/url"
	"slices"
	"time"

	"vitrine/internal/fault"
)

// Document is a paper that belongs to a copy, perhaps to one of its records: a file,
// or an address where it lies.
type Document struct {
	ID, CopyID           int64
	UUID                 string
	DocumentType, Name   string
	Description          *string
	IssuedAt             *time.Time // a day
	ReferenceNumber      *string
	TransactionID        *int64
	ProvenanceEventID    *int64
	ValuationID          *int64
	InsuranceRecordID    *int64
	MaintenanceRecordID  *int64
	LoanID               *int64
	ExternalURL          *string
	MimeType             *string
	Size                 *int64
	SHA256               *string // in hex
	CreatedAt, UpdatedAt time.Time
}

// Of is the record that the document belongs to, or the copy itself.
func (d Document) Of() (kind string, id int64) {
	for i, record := range []*int64{d.TransactionID, d.ProvenanceEventID, d.ValuationID, d.InsuranceRecordID, d.MaintenanceRecordID, d.LoanID} {
		if record != nil {
			return documentables[i+1], *record
		}
	}
	return documentables[0], d.CopyID
}

// MaxDocuments limits the documents of a copy.
const MaxDocuments = 1000

const (
	maxReference = 255
	maxURL       = 2048
)

// DocumentTypes lists the values of a document's type.
var DocumentTypes = []string{"receipt", "invoice", "certificate", "appraisal", "insurance", "photograph", "condition_report", "restoration_report",
	"catalogue", "correspondence", "ownership_record", "authenticity_record", "other"}

// documentables are the kinds of records that a document can belong to.
var documentables = []string{"copy", "transaction", "provenance_event", "valuation", "insurance_record", "maintenance_record", "loan"}

// DocumentInput holds what a client may write of a document. The address is used on
// creation only.
type DocumentInput struct {
	DocumentType, Name string
	Description        *string
	IssuedAt           *time.Time
	ReferenceNumber    *string
	DocumentableType   string
	DocumentableID     *int64
	ExternalURL        *string
}

func (in *DocumentInput) Validate() error {
	var e fault.Invalid
	if e.Required("document_type", in.DocumentType) {
		e.OneOf("document_type", in.DocumentType, DocumentTypes)
	}
	e.Text("name", in.Name, MaxName)
	maxOptional(&e, "description", in.Description, MaxDescription)
	maxOptional(&e, "reference_number", in.ReferenceNumber, maxReference)
	in.DocumentableType = orDefault(in.DocumentableType, documentables[0])
	e.OneOf("documentable_type", in.DocumentableType, documentables)
	if slices.Contains(documentables[1:], in.DocumentableType) && in.DocumentableID == nil {
		e.Required("documentable_id", "")
	}
	if in.ExternalURL != nil {
		webAddress(&e, "external_url", *in.ExternalURL)
	}
	return e.Err()
}

// Record is the id of the record that the input names, if it is one of this kind.
func (in DocumentInput) Record(kind string) *int64 {
	if in.DocumentableType == kind {
		return in.DocumentableID
	}
	return nil
}

// CopyID is the copy that the input names, if it names one.
func (in DocumentInput) CopyID() *int64 {
	if in.DocumentableType == documentables[0] {
		return in.DocumentableID
	}
	return nil
}

// Fits reports whether the input is about this copy or a record that it may have.
func (in DocumentInput) Fits(copyID int64) bool { return in.CopyID() == nil || *in.CopyID() == copyID }

// ErrDocumentable refuses a record that the copy does not have.
var ErrDocumentable = fault.On("documentable_id", "The selected documentable id is invalid.")

// webAddress requires an absolute address of the web.
func webAddress(e *fault.Invalid, field, value string) {
	e.Max(field, value, maxURL)
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		e.Addf(field, "The %s field must be an address that begins with http:// or https://.")
	}
}
