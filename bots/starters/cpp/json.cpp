#include "json.hpp"

#include <charconv>

namespace {

constexpr int kDeepest = 200;  // nested brackets, so that no message can exhaust the stack

void append_utf8(std::string& out, unsigned code) {
    auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0 | code >> 12);
        tail(6), tail(0);
    } else {
        out += static_cast<char>(0xF0 | code >> 18);
        tail(12), tail(6), tail(0);
    }
}

class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) {}

    Json whole() {
        Json value = this->value();
        skip_space();
        if (!rest_.empty()) fail("the end");
        return value;
    }

private:
    std::string_view rest_;
    int depth_ = 0;

    [[noreturn]] void fail(const char* expected) const {
        throw JsonError(std::string("expected ") + expected + " before: " + std::string(rest_.substr(0, 40)));
    }

    void skip_space() {
        auto start = rest_.find_first_not_of(" \t\r\n");
        rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
    }

    bool accept(std::string_view sign) {
        skip_space();
        if (!rest_.starts_with(sign)) return false;
        rest_.remove_prefix(sign.size());
        return true;
    }

    Json value() {
        if (++depth_ > kDeepest) fail("fewer brackets");
        Json found = any();
        --depth_;
        return found;
    }

    Json any() {
        if (accept("{")) return object();
        if (accept("[")) return array();
        if (accept("\"")) return Json(string());
        if (accept("true")) return Json(true);
        if (accept("false")) return Json(false);
        if (accept("null")) return Json();
        return number();
    }

    Json object() {
        Json::Object found;
        if (accept("}")) return Json(std::move(found));
        do {
            if (!accept("\"")) fail("a name");
            std::string key = string();
            if (!accept(":")) fail("a colon");
            found.insert_or_assign(std::move(key), value());
        } while (accept(","));
        if (!accept("}")) fail("}");
        return Json(std::move(found));
    }

    Json array() {
        Json::Array found;
        if (accept("]")) return Json(std::move(found));
        do found.push_back(value());
        while (accept(","));
        if (!accept("]")) fail("]");
        return Json(std::move(found));
    }

    Json number() {
        double found = 0;
        bool is_number = !rest_.empty() && (rest_[0] == '-' || (rest_[0] >= '0' && rest_[0] <= '9'));
        auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), found);
        if (!is_number || error == std::errc::invalid_argument) fail("a value");
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return Json(found);
    }

    // After the opening quote.
    std::string string() {
        std::string out;
        while (true) {
            auto plain = rest_.find_first_of("\"\\");
            if (plain == std::string_view::npos) fail("a closing quote");
            out += rest_.substr(0, plain);
            bool is_end = rest_[plain] == '"';
            rest_.remove_prefix(plain + 1);
            if (is_end) return out;
            escape(out);
        }
    }

    // After a backslash.
    void escape(std::string& out) {
        static constexpr std::string_view names = "\"\\/bfnrt", values = "\"\\/\b\f\n\r\t";
        char name = rest_.empty() ? '\0' : rest_[0];
        auto known = names.find(name);
        if (known == std::string_view::npos && name != 'u') fail("an escape");
        rest_.remove_prefix(1);
        if (name == 'u')
            append_utf8(out, unicode());
        else
            out += values[known];
    }

    // Signs beyond 16 bits come as two halves. Half a sign becomes the replacement sign.
    unsigned unicode() {
        unsigned code = hex4();
        if (code < 0xD800 || code >= 0xE000) return code;
        if (code >= 0xDC00 || !rest_.starts_with("\\u")) return 0xFFFD;
        std::string_view before = rest_;
        rest_.remove_prefix(2);
        unsigned low = hex4();
        if (low >= 0xDC00 && low < 0xE000) return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        rest_ = before;
        return 0xFFFD;
    }

    unsigned hex4() {
        unsigned code = 0;
        std::string_view digits = rest_.substr(0, 4);
        auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (error != std::errc() || end != digits.data() + 4) fail("four hexadecimal digits");
        rest_.remove_prefix(4);
        return code;
    }
};

}  // namespace

Json Json::parse(std::string_view text) { return Reader(text).whole(); }

const Json& Json::operator[](std::string_view key) const {
    static const Json nothing;
    const auto* object = std::get_if<Object>(&content_);
    if (!object) return nothing;
    auto found = object->find(key);
    return found == object->end() ? nothing : found->second;
}

const Json& Json::at(std::size_t index) const {
    static const Json nothing;
    return index < items().size() ? items()[index] : nothing;
}

const Json::Array& Json::items() const {
    static const Array none;
    const auto* array = std::get_if<Array>(&content_);
    return array ? *array : none;
}

int Json::number() const {
    const auto* number = std::get_if<double>(&content_);
    return number ? static_cast<int>(*number) : 0;
}

const std::string& Json::text() const {
    static const std::string none;
    const auto* text = std::get_if<std::string>(&content_);
    return text ? *text : none;
}
