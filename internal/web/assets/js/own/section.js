// On a phone, the page one is on is in sight.
document.querySelector(".subn [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
