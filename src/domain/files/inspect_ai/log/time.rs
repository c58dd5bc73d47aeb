//! Moments as inspect_ai writes them, such as `2026-01-31T12:00:00.25+00:00`.

/// Milliseconds since 1970; nothing where the text is no such moment, or one before 1970.
pub fn milliseconds(text: &str) -> Option<u64> {
    let (date, time) = text.trim().split_once(['T', ' '])?;
    let zone_at = time.find(['Z', '+', '-'])?;
    let (time, zone) = time.split_at(zone_at);
    let [year, month, day] = numbers(date, '-')?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
    let [hour, minute, second] = numbers(time, ':')?;
    let in_range = (1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    if !in_range || hour > 24 || minute > 59 || second > 60 {
        return None;
    }
    let offset_minutes = match zone.split_at(1) {
        ("Z", "") => 0,
        (sign, offset) => {
            let [hours, minutes] = numbers(offset, ':')?;
            (hours * 60 + minutes) * if sign == "-" { -1 } else { 1 }
        }
    };
    let millis: i64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
    let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - offset_minutes;
    u64::try_from((minutes * 60 + second) * 1000 + millis).ok()
}

fn numbers<const N: usize>(text: &str, separator: char) -> Option<[i64; N]> {
    let parts: Option<Vec<i64>> = text.split(separator).map(|part| part.parse::<u16>().ok().map(i64::from)).collect();
    parts?.try_into().ok()
}

/// Days from 1970 to a day of the Gregorian calendar: whole years of 365 days, and a leap day for each that had one.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Counted from March, so that the leap day is the last of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year / 4 - year / 100 + year / 400;
    year * 365 + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<u64>) {
        assert_eq!(milliseconds(text), expected, "{text}");
    }

    #[test]
    fn moments() {
        check("1970-01-01T00:00:00+00:00", Some(0));
        check("2000-02-29T12:30:15.25Z", Some(951_827_415_250));
        check("2026-12-01T09:05:00.123456+00:00", Some(1_796_115_900_123));
        check("2026-12-01T10:05:00+01:00", Some(1_796_115_900_000));
        check("2026-13-01T10:05:00Z", None);
        check("1969-12-31T10:05:00Z", None);
        check("2026-12-01", None);
        check("2026-12-01T10:05:00+é:00", None);
        check("2026-12-01T10:05:00.é+00:00", None);
        check("", None);
    }
}
