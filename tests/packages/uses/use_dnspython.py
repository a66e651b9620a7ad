import dns.exception, dns.flags, dns.message, dns.name, dns.rdatatype, dns.rrset, dns.zone, dns.reversename, dns.rdata

n = dns.name.from_text("www.Example.com.")
print(n, n.parent(), n.is_subdomain(dns.name.from_text("example.com")), n.labels, dns.reversename.from_address("192.0.2.1"), dns.name.from_text("bücher.de").to_unicode())
q = dns.message.make_query("example.com", "MX", id=7)
w = q.to_wire()
r = dns.message.make_response(dns.message.from_wire(w))
r.answer.append(dns.rrset.from_text("example.com.", 300, "IN", "MX", "10 mail.example.com.", "20 m2.example.com."))
r.flags |= dns.flags.AA
print(w.hex(), r, dns.message.from_wire(r.to_wire()) == r, sep="\n")
z = dns.zone.from_text("$ORIGIN x.test.\n$TTL 60\n@ SOA ns a 1 2 3 4 5\n@ NS ns\nns A 1.2.3.4\nt TXT \"a b\" \"c\"\nw AAAA ::1\ns SRV 1 2 80 ns\n", relativize=True)
print(sorted(str(k) for k in z))
print(z.to_text())
for bad in (lambda: dns.name.from_text("a" * 64), lambda: dns.rdata.from_text("IN", "A", "1.2.3"), lambda: dns.message.from_wire(b"\0\1"), lambda: dns.zone.from_text("x y z", "o.")):
    try:
        bad()
    except dns.exception.DNSException as e:
        print(type(e).__name__, e)
