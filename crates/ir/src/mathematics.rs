//! The functions of `math.h` and `complex.h` that the machine has the host's library compute.
//!
//! A function is known by its name. A family has one for each format: `acos`, `acosf` and `acosl`. Code in
//! the program calls the machine with the number of a function and two areas of memory: the arguments, and
//! room for what comes back. Both have a place of [`PLACE`] bytes for each number, see [`Math::arguments`] and
//! [`Math::results`].

/// The bytes of each number in the areas.
pub const PLACE: u32 = 16;

/// Families, by how their functions are called: the result, and the arguments in parentheses.
///
/// `T` is a number of the family's format, `C` a complex one, `i` an `int`, `L` a `long`. `P` and `I` are
/// addresses, where a number or an `int` is stored.
const FAMILIES: [(&str, &str); 19] = [
    (
        "T(T)",
        "acos asin atan cos sin tan cosh sinh tanh acosh asinh atanh exp exp2 exp10 pow10 expm1 log log2 \
         log10 log1p logb cbrt sqrt fabs floor ceil trunc round rint nearbyint roundeven erf erfc tgamma \
         j0 j1 y0 y1 significand nextup nextdown",
    ),
    (
        "T(TT)",
        "atan2 pow fmod hypot remainder drem copysign nextafter fdim fmax fmin scalb fmaxmag fminmag \
         fmaximum fminimum fmaximum_num fminimum_num",
    ),
    ("T(TTT)", "fma"),
    ("T(Ti)", "ldexp scalbn"),
    ("T(TL)", "scalbln"),
    ("T(iT)", "jn yn"),
    ("T(TI)", "frexp lgamma_r gamma_r"),
    ("T(TP)", "modf"),
    ("T(TTI)", "remquo"),
    ("v(TPP)", "sincos"),
    ("i(T)", "ilogb __fpclassify __isnan __isinf __finite __signbit __issignaling"),
    ("i(TT)", "__iseqsig"),
    ("L(T)", "lround llround lrint llrint llogb"),
    ("L(Tii)", "fromfp ufromfp fromfpx ufromfpx"),
    ("T(C)", "cabs carg creal cimag"),
    (
        "C(C)",
        "cacos casin catan ccos csin ctan cacosh casinh catanh ccosh csinh ctanh cexp clog clog10 csqrt conj \
         cproj",
    ),
    ("C(CC)", "cpow"),
    ("T(Tl)", "nexttoward"),
    ("f(TT)", "fadd fsub fmul fdiv"),
];

/// A format of numbers, in bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// `float`.
    Single,
    /// `double`.
    Double,
    /// `long double`.
    Extended,
}

impl Format {
    /// The letter at the end of the names of its functions.
    fn suffix(self) -> &'static str {
        match self {
            Format::Single => "f",
            Format::Double => "",
            Format::Extended => "l",
        }
    }
}

/// A part of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A number.
    Real(Format),
    /// Two numbers: the real and the imaginary part.
    Complex(Format),
    /// An integer of so many bits.
    Integer(u32),
    /// The address of such a number, which is stored there.
    Store(Format),
    /// The address of an `int`, which is stored there.
    StoreInt,
    /// No result.
    Nothing,
}

/// A function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Math {
    family: usize,
    place: usize,
    format: Format,
}

const FORMATS: [Format; 3] = [Format::Single, Format::Double, Format::Extended];

/// Functions of a family, in order.
fn members(family: usize) -> std::str::SplitAsciiWhitespace<'static> {
    FAMILIES[family].1.split_ascii_whitespace()
}

impl Math {
    /// The function of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut formats = [Format::Double, Format::Single, Format::Extended].into_iter();
        formats.find_map(|format| {
            (0..FAMILIES.len()).find_map(|family| {
                let place = members(family).position(|member| spelled(member, format) == name)?;
                Some(Math { family, place, format })
            })
        })
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FAMILIES.len()).flat_map(|family| {
            let places = 0..members(family).count();
            places.flat_map(move |place| FORMATS.map(|format| Math { family, place, format }))
        })
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> String {
        let member = members(self.family).nth(self.place).unwrap_or_default();
        spelled(member, self.format)
    }

    /// A number that stands for it.
    #[must_use]
    pub fn number(self) -> u32 {
        (self.family * 1000 + self.place * 3 + self.format as usize) as u32
    }

    /// The function with a number.
    #[must_use]
    pub fn numbered(number: u32) -> Option<Self> {
        let number = number as usize;
        let (family, rest) = (number / 1000, number % 1000);
        let place = rest / 3;
        let is_one = family < FAMILIES.len() && place < members(family).count();
        is_one.then(|| Math { family, place, format: FORMATS[rest % 3] })
    }

    fn part(self, letter: u8) -> Part {
        match letter {
            b'T' => Part::Real(self.format),
            b'C' => Part::Complex(self.format),
            b'f' => Part::Real(Format::Single),
            b'l' => Part::Real(Format::Extended),
            b'i' => Part::Integer(32),
            b'L' => Part::Integer(64),
            b'P' => Part::Store(self.format),
            b'I' => Part::StoreInt,
            _ => Part::Nothing,
        }
    }

    /// Its result.
    #[must_use]
    pub fn result(self) -> Part {
        self.part(FAMILIES[self.family].0.as_bytes()[0])
    }

    /// Its parameters.
    pub fn parameters(self) -> impl Iterator<Item = Part> {
        let call = FAMILIES[self.family].0.as_bytes();
        call[2..call.len() - 1].iter().map(move |&letter| self.part(letter))
    }

    /// The numbers in the area of the arguments, with their widths: addresses are not among them.
    #[must_use]
    pub fn arguments(self) -> Vec<u32> {
        let given = self.parameters().filter(|part| !part.is_address());
        given.flat_map(Part::widths).collect()
    }

    /// The numbers that come back, with their widths: the result, then what is stored, then `errno`.
    #[must_use]
    pub fn results(self) -> Vec<u32> {
        let stored = self.parameters().filter(|part| part.is_address());
        let numbers = std::iter::once(self.result()).chain(stored);
        numbers.flat_map(Part::widths).chain([32]).collect()
    }
}

/// The name of a member of a family; some have the format elsewhere.
fn spelled(member: &str, format: Format) -> String {
    match member.strip_suffix("_r") {
        Some(base) => format!("{base}{}_r", format.suffix()),
        // The format of the arguments: `fadd` takes doubles.
        None => format!("{member}{}", format.suffix()),
    }
}

impl Format {
    /// Its bits.
    #[must_use]
    pub fn width(self) -> u32 {
        match self {
            Format::Single => 32,
            Format::Double => 64,
            Format::Extended => 80,
        }
    }
}

impl Part {
    /// Whether it is an address, where a number is stored.
    #[must_use]
    pub fn is_address(self) -> bool {
        matches!(self, Part::Store(_) | Part::StoreInt)
    }

    /// The widths of its numbers.
    fn widths(self) -> Vec<u32> {
        match self {
            Part::Real(format) | Part::Store(format) => vec![format.width()],
            Part::Complex(format) => vec![format.width(); 2],
            Part::Integer(width) => vec![width],
            Part::StoreInt => vec![32],
            Part::Nothing => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, Math, Part};

    #[test]
    fn a_function_has_one_name_and_one_number() {
        let mut names = std::collections::BTreeSet::new();
        for math in Math::all() {
            assert!(names.insert(math.name()), "{} is there twice", math.name());
            assert_eq!(Math::named(&math.name()), Some(math), "{}", math.name());
            assert_eq!(Math::numbered(math.number()), Some(math), "{}", math.name());
        }
        assert_eq!(Math::named("puts"), None);
        assert_eq!(Math::named("l"), None);
    }

    #[test]
    fn calls_have_their_parts() {
        let math = Math::named("remquol").expect("it is one");
        assert_eq!(math.result(), Part::Real(Format::Extended));
        assert_eq!(math.arguments(), [80, 80]);
        assert_eq!(math.results(), [80, 32, 32]);
        assert_eq!(Math::named("lgammaf_r").map(Math::results), Some(vec![32, 32, 32]));
        assert_eq!(Math::named("erf").map(Math::arguments), Some(vec![64]));
        assert_eq!(Math::named("cpowf").map(Math::arguments), Some(vec![32; 4]));
    }
}
