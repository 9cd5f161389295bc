package profile

// to is the rule of columns that go to a column of the contract.
func to(target string, headers ...string) Rule {
	return Rule{Headers: headers, To: []Target{{To: target}}}
}

// field is the rule of columns that become a custom field of this name.
func field(name string, headers ...string) Rule {
	if len(headers) == 0 {
		headers = []string{name}
	}
	return Rule{Headers: headers, To: []Target{{To: Field, Name: name}}}
}

// fields is the rule of columns that become custom fields of their own names.
func fields(headers ...string) Rule {
	return Rule{Headers: headers, To: []Target{{To: Field}}}
}

// skip is the rule of columns that are left out.
func skip(headers ...string) Rule { return Rule{Headers: headers} }

// loans is the rule of columns about loans, which an import cannot begin.
func loans(headers ...string) Rule { return Rule{Headers: headers, Warning: "loans_not_imported"} }

// urls is the rule of columns with addresses, which are never fetched.
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
