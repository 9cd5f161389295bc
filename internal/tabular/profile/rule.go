package profile

// to maps columns to an import column.
func to(target string, headers ...string) Rule {
	return Rule{Headers: headers, To: []Target{{To: target}}}
}

// field maps columns to a custom field of this name.
func field(name string, headers ...string) Rule {
	if len(headers) == 0 {
		headers = []string{name}
	}
	return Rule{Headers: headers, To: []Target{{To: Field, Name: name}}}
}

// fields maps columns to custom fields of their own names.
func fields(headers ...string) Rule {
	return Rule{Headers: headers, To: []Target{{To: Field}}}
}

// skip ignores columns.
func skip(headers ...string) Rule { return Rule{Headers: headers} }

// loans ignores columns about loans, which imports cannot create.
func loans(headers ...string) Rule { return Rule{Headers: headers, Warning: "loans_not_imported"} }

// urls ignores columns with addresses, which are never fetched.
func urls(headers ...string) Rule { return Rule{Headers: headers, Warning: "urls_not_fetched"} }

func (r Rule) kind(kind string) Rule {
	r.To[0].Kind = kind
	return r
}

func (r Rule) days(format string) Rule {
	r.To[0].Format = format
	return r
}

func (r Rule) zeroIsNone() Rule {
	r.To[0].Zero = true
	return r
}

func (r Rule) ifAllAre() Rule {
	r.To[0].Strict = true
	return r
}

// and adds another target.
func (r Rule) and(t Target) Rule {
	r.To = append(r.To, t)
	return r
}
