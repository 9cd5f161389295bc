// What is wrong is read out first.
document.querySelector("#notice, [aria-invalid=true]")?.focus();
