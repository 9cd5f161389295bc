package ui

// LoanParts are the parts of the page of loans, in order.
var LoanParts = []string{"overdue", "outgoing", "incoming", "planned", "returned"}
