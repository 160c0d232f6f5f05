import { describe, expect, it } from "vitest";
import { reasonAgainst } from "./reason-against.ts";

const lines = (text: string) => text.trim().split("\n");

describe("network tools", () => {
  it.each(
    lines(`
dig example.com
dig +short example.com MX
dig @1.1.1.1 -t AAAA example.com
dig -x 192.0.2.1 +noall +answer
host example.com
host -t mx example.com
nslookup example.com
nslookup -type=mx example.com 1.1.1.1
ping -c 3 example.com
ping -c3 -W 2 192.0.2.1
traceroute -n example.com
whois example.com
curl --version
wget --version
ssh -V
rsync --version
openssl version
openssl version -a
openssl x509 -in cert.pem -noout -text
openssl x509 -noout -dates -subject -issuer -in cert.pem
openssl x509 -in cert.pem -noout -fingerprint -sha256
openssl x509 -in cert.pem -noout -checkend 86400
openssl req -in a.csr -noout -text
openssl crl -in a.crl -noout -text
openssl dgst -sha256 a.txt
openssl sha256 a.txt
openssl asn1parse -in a.pem
openssl ciphers -v
openssl verify -CAfile ca.pem cert.pem
`),
  )("allows %s", (command) => {
    expect(reasonAgainst(command)).toBeUndefined();
  });

  it.each(
    lines(`
curl https://example.com ## network
curl -s http://localhost:3000 ## network
curl -o x https://example.com ## network
curl -K x ## network
curl file:///etc/passwd ## network
curl --version -o x ## network
wget https://example.com ## network
wget -O - https://example.com ## network
http GET example.com ## network
ssh host ls ## network
ssh -o ProxyCommand=x host ## network
ssh -V host ## network
scp a host:b ## copies
sftp host ## copies
rsync -a a b ## copies
rsync -e x a b ## copies
rsync -n a b ## copies
nc -l 80 ## network
socat - EXEC:x ## network
telnet host ## network
nmap host ## network
dig -f names ## in a file
dig -k key example.com ## key
dig "$name" ## option
dig "x.$name" ## cannot be seen
dig +short x.$(cat key).example.com ## option
host "a$name" ## cannot be seen
nslookup ## waits
ping example.com ## end by itself
ping -f -c 3 example.com ## not known
ping -c 3 "h$name" ## cannot be seen
openssl x509 -noout -text -in http://example.com/secret ## network
openssl crl -in HTTP://example.com/x -noout ## network
openssl s_client -connect x:443 ## network
openssl genrsa -out x ## keys
openssl x509 -in a -out b ## writes to a file
openssl x509 -req -in a -CAcreateserial ## writes to a file
openssl x509 -engine x -in a ## not known
openssl x509 -provider-path x -in a ## not known
openssl req -new -out x ## not known
openssl req -text ## new one
openssl dgst -out x a ## not known
openssl dgst -engine x a ## not known
openssl enc -d -in a ## keys
openssl rand -hex 8 ## keys
openssl foo ## not known
ssh-keygen -t rsa ## keys
mail x ## messages
`).map((line) => line.split(" ## ") as unknown as [string, string]),
  )("refuses %s", (command, reason) => {
    expect(reasonAgainst(command) ?? "allowed").toContain(reason);
  });
});
