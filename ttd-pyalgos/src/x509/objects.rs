//! The objects of ASN.1 that certificates and the module `ssl` name, with OpenSSL's numbers and names.

/// An object.
#[derive(Debug)]
pub struct Object {
    /// OpenSSL's number.
    pub number: i64,
    /// The short name.
    pub short: &'static str,
    /// The long name.
    pub long: &'static str,
    /// The identifier, with dots.
    pub id: &'static str,
}

/// The object with this identifier.
pub fn find(id: &str) -> Option<&'static Object> {
    OBJECTS.iter().find(|object| object.id == id)
}

const fn object(number: i64, short: &'static str, long: &'static str, id: &'static str) -> Object {
    Object { number, short, long, id }
}

/// All of them.
pub const OBJECTS: &[Object] = &[
    object(13, "CN", "commonName", "2.5.4.3"),
    object(100, "SN", "surname", "2.5.4.4"),
    object(105, "serialNumber", "serialNumber", "2.5.4.5"),
    object(14, "C", "countryName", "2.5.4.6"),
    object(15, "L", "localityName", "2.5.4.7"),
    object(16, "ST", "stateOrProvinceName", "2.5.4.8"),
    object(660, "street", "streetAddress", "2.5.4.9"),
    object(17, "O", "organizationName", "2.5.4.10"),
    object(18, "OU", "organizationalUnitName", "2.5.4.11"),
    object(106, "title", "title", "2.5.4.12"),
    object(107, "description", "description", "2.5.4.13"),
    object(860, "businessCategory", "businessCategory", "2.5.4.15"),
    object(861, "postalAddress", "postalAddress", "2.5.4.16"),
    object(661, "postalCode", "postalCode", "2.5.4.17"),
    object(862, "postOfficeBox", "postOfficeBox", "2.5.4.18"),
    object(864, "telephoneNumber", "telephoneNumber", "2.5.4.20"),
    object(173, "name", "name", "2.5.4.41"),
    object(99, "GN", "givenName", "2.5.4.42"),
    object(101, "initials", "initials", "2.5.4.43"),
    object(509, "generationQualifier", "generationQualifier", "2.5.4.44"),
    object(503, "x500UniqueIdentifier", "x500UniqueIdentifier", "2.5.4.45"),
    object(174, "dnQualifier", "dnQualifier", "2.5.4.46"),
    object(510, "pseudonym", "pseudonym", "2.5.4.65"),
    object(400, "role", "role", "2.5.4.72"),
    object(1089, "organizationIdentifier", "organizationIdentifier", "2.5.4.97"),
    object(48, "emailAddress", "emailAddress", "1.2.840.113549.1.9.1"),
    object(49, "unstructuredName", "unstructuredName", "1.2.840.113549.1.9.2"),
    object(55, "unstructuredAddress", "unstructuredAddress", "1.2.840.113549.1.9.8"),
    object(458, "UID", "userId", "0.9.2342.19200300.100.1.1"),
    object(391, "DC", "domainComponent", "0.9.2342.19200300.100.1.25"),
    object(955, "jurisdictionL", "jurisdictionLocalityName", "1.3.6.1.4.1.311.60.2.1.1"),
    object(956, "jurisdictionST", "jurisdictionStateOrProvinceName", "1.3.6.1.4.1.311.60.2.1.2"),
    object(957, "jurisdictionC", "jurisdictionCountryName", "1.3.6.1.4.1.311.60.2.1.3"),
    object(129, "serverAuth", "TLS Web Server Authentication", "1.3.6.1.5.5.7.3.1"),
    object(130, "clientAuth", "TLS Web Client Authentication", "1.3.6.1.5.5.7.3.2"),
    object(131, "codeSigning", "Code Signing", "1.3.6.1.5.5.7.3.3"),
    object(132, "emailProtection", "E-mail Protection", "1.3.6.1.5.5.7.3.4"),
    object(133, "timeStamping", "Time Stamping", "1.3.6.1.5.5.7.3.8"),
    object(180, "OCSPSigning", "OCSP Signing", "1.3.6.1.5.5.7.3.9"),
    object(294, "ipsecEndSystem", "IPSec End System", "1.3.6.1.5.5.7.3.5"),
    object(295, "ipsecTunnel", "IPSec Tunnel", "1.3.6.1.5.5.7.3.6"),
    object(296, "ipsecUser", "IPSec User", "1.3.6.1.5.5.7.3.7"),
    object(82, "subjectKeyIdentifier", "X509v3 Subject Key Identifier", "2.5.29.14"),
    object(83, "keyUsage", "X509v3 Key Usage", "2.5.29.15"),
    object(85, "subjectAltName", "X509v3 Subject Alternative Name", "2.5.29.17"),
    object(86, "issuerAltName", "X509v3 Issuer Alternative Name", "2.5.29.18"),
    object(87, "basicConstraints", "X509v3 Basic Constraints", "2.5.29.19"),
    object(88, "crlNumber", "X509v3 CRL Number", "2.5.29.20"),
    object(666, "nameConstraints", "X509v3 Name Constraints", "2.5.29.30"),
    object(103, "crlDistributionPoints", "X509v3 CRL Distribution Points", "2.5.29.31"),
    object(89, "certificatePolicies", "X509v3 Certificate Policies", "2.5.29.32"),
    object(90, "authorityKeyIdentifier", "X509v3 Authority Key Identifier", "2.5.29.35"),
    object(126, "extendedKeyUsage", "X509v3 Extended Key Usage", "2.5.29.37"),
    object(177, "authorityInfoAccess", "Authority Information Access", "1.3.6.1.5.5.7.1.1"),
    object(178, "OCSP", "OCSP", "1.3.6.1.5.5.7.48.1"),
    object(179, "caIssuers", "CA Issuers", "1.3.6.1.5.5.7.48.2"),
    object(6, "rsaEncryption", "rsaEncryption", "1.2.840.113549.1.1.1"),
    object(65, "RSA-SHA1", "sha1WithRSAEncryption", "1.2.840.113549.1.1.5"),
    object(668, "RSA-SHA256", "sha256WithRSAEncryption", "1.2.840.113549.1.1.11"),
    object(669, "RSA-SHA384", "sha384WithRSAEncryption", "1.2.840.113549.1.1.12"),
    object(670, "RSA-SHA512", "sha512WithRSAEncryption", "1.2.840.113549.1.1.13"),
    object(912, "RSASSA-PSS", "rsassaPss", "1.2.840.113549.1.1.10"),
    object(408, "id-ecPublicKey", "id-ecPublicKey", "1.2.840.10045.2.1"),
    object(415, "prime256v1", "prime256v1", "1.2.840.10045.3.1.7"),
    object(715, "secp384r1", "secp384r1", "1.3.132.0.34"),
    object(716, "secp521r1", "secp521r1", "1.3.132.0.35"),
    object(794, "ecdsa-with-SHA256", "ecdsa-with-SHA256", "1.2.840.10045.4.3.2"),
    object(795, "ecdsa-with-SHA384", "ecdsa-with-SHA384", "1.2.840.10045.4.3.3"),
    object(796, "ecdsa-with-SHA512", "ecdsa-with-SHA512", "1.2.840.10045.4.3.4"),
    object(1034, "X25519", "X25519", "1.3.101.110"),
    object(1087, "ED25519", "ED25519", "1.3.101.112"),
    object(672, "SHA256", "sha256", "2.16.840.1.101.3.4.2.1"),
    object(673, "SHA384", "sha384", "2.16.840.1.101.3.4.2.2"),
    object(674, "SHA512", "sha512", "2.16.840.1.101.3.4.2.3"),
    object(64, "SHA1", "sha1", "1.3.14.3.2.26"),
    object(4, "MD5", "md5", "1.2.840.113549.2.5"),
    object(171, "msExtReq", "Microsoft Extension Request", "1.3.6.1.4.1.311.2.1.14"),
    object(951, "ct_precert_scts", "CT Precertificate SCTs", "1.3.6.1.4.1.11129.2.4.2"),
    object(910, "anyExtendedKeyUsage", "Any Extended Key Usage", "2.5.29.37.0"),
];
