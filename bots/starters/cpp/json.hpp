// A small JSON reader: one message in, a tree of values out. Writing is left to streams.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

class JsonError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A value. The lookups never fail: what is not there is null, a null is empty, and its number is 0 and its text "".
// So unknown fields do no harm, and message["view"]["own"] is safe.
class Json {
public:
    using Array = std::vector<Json>;
    using Object = std::map<std::string, Json, std::less<>>;

    Json() = default;
    template <typename Content>
    explicit Json(Content content) : content_(std::move(content)) {}

    // Throws JsonError.
    static Json parse(std::string_view text);

    const Json& operator[](std::string_view key) const;
    const Json& at(std::size_t index) const;
    const Array& items() const;
    int size() const { return static_cast<int>(items().size()); }
    int number() const;
    const std::string& text() const;

private:
    std::variant<std::nullptr_t, bool, double, std::string, Array, Object> content_ = nullptr;
};
