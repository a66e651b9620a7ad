//! Alerts: how a peer says that it gives up.

/// OpenSSL's name of the failure that a peer's alert is.
pub(super) fn reason(alert: u8) -> &'static str {
    match alert {
        10 => "SSLV3_ALERT_UNEXPECTED_MESSAGE",
        20 => "SSLV3_ALERT_BAD_RECORD_MAC",
        21 => "TLSV1_ALERT_DECRYPTION_FAILED",
        22 => "TLSV1_ALERT_RECORD_OVERFLOW",
        30 => "SSLV3_ALERT_DECOMPRESSION_FAILURE",
        40 => "SSLV3_ALERT_HANDSHAKE_FAILURE",
        41 => "SSLV3_ALERT_NO_CERTIFICATE",
        42 => "SSLV3_ALERT_BAD_CERTIFICATE",
        43 => "SSLV3_ALERT_UNSUPPORTED_CERTIFICATE",
        44 => "SSLV3_ALERT_CERTIFICATE_REVOKED",
        45 => "SSLV3_ALERT_CERTIFICATE_EXPIRED",
        46 => "SSLV3_ALERT_CERTIFICATE_UNKNOWN",
        47 => "SSLV3_ALERT_ILLEGAL_PARAMETER",
        48 => "TLSV1_ALERT_UNKNOWN_CA",
        49 => "TLSV1_ALERT_ACCESS_DENIED",
        50 => "TLSV1_ALERT_DECODE_ERROR",
        51 => "TLSV1_ALERT_DECRYPT_ERROR",
        60 => "TLSV1_ALERT_EXPORT_RESTRICTION",
        70 => "TLSV1_ALERT_PROTOCOL_VERSION",
        71 => "TLSV1_ALERT_INSUFFICIENT_SECURITY",
        86 => "TLSV1_ALERT_INAPPROPRIATE_FALLBACK",
        90 => "TLSV1_ALERT_USER_CANCELLED",
        100 => "TLSV1_ALERT_NO_RENEGOTIATION",
        109 => "TLSV13_ALERT_MISSING_EXTENSION",
        110 => "TLSV1_UNSUPPORTED_EXTENSION",
        111 => "TLSV1_CERTIFICATE_UNOBTAINABLE",
        112 => "TLSV1_UNRECOGNIZED_NAME",
        113 => "TLSV1_BAD_CERTIFICATE_STATUS_RESPONSE",
        114 => "TLSV1_BAD_CERTIFICATE_HASH_VALUE",
        115 => "TLSV1_ALERT_UNKNOWN_PSK_IDENTITY",
        116 => "TLSV13_ALERT_CERTIFICATE_REQUIRED",
        120 => "TLSV1_ALERT_NO_APPLICATION_PROTOCOL",
        _ => "TLSV1_ALERT_INTERNAL_ERROR",
    }
}

/// A record with a fatal alert, before there are keys.
pub(super) fn fatal(alert: u8) -> [u8; 7] {
    const ALERT: u8 = 21;
    const FATAL: u8 = 2;
    [ALERT, 3, 3, 0, 2, FATAL, alert]
}

/// What a record that does not begin as one of TLS is.
pub(super) fn foreign(header: &[u8]) -> Option<&'static str> {
    let is_record = matches!(header, [20..=24, 3, ..]);
    let is_request = [&b"GET "[..], b"POST ", b"HEAD ", b"PUT "].iter().any(|verb| header.starts_with(verb));
    match header {
        _ if is_record => None,
        _ if is_request => Some("HTTP_REQUEST"),
        _ if header.starts_with(b"CONNE") => Some("HTTPS_PROXY_REQUEST"),
        _ => Some("WRONG_VERSION_NUMBER"),
    }
}
