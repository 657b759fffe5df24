// Archives made in memory by the library that also reads them, and their names as given.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <string>
#include <utility>
#include <vector>

namespace oi::test {

struct ArchiveMember {
  std::string name;
  std::string bytes = {};
  char kind = 'f';  // f a file, d a folder, l a link to the file that `bytes` names
};
enum class ArchiveForm { Zip, Tar, TarGz, TarXz, TarZstd, TarBz2, SevenZip };

inline std::string archive_of(const std::vector<ArchiveMember>& members,
                              ArchiveForm form = ArchiveForm::Zip,
                              const std::string& password = {}) {
  archive* a = archive_write_new();
  if (form == ArchiveForm::Zip) archive_write_set_format_zip(a);
  if (form == ArchiveForm::SevenZip) archive_write_set_format_7zip(a);
  if (form != ArchiveForm::Zip && form != ArchiveForm::SevenZip)
    archive_write_set_format_pax_restricted(a);
  if (form == ArchiveForm::TarGz) archive_write_add_filter_gzip(a);
  if (form == ArchiveForm::TarXz) archive_write_add_filter_xz(a);
  if (form == ArchiveForm::TarZstd) archive_write_add_filter_zstd(a);
  if (form == ArchiveForm::TarBz2) archive_write_add_filter_bzip2(a);
  if (!password.empty()) {
    archive_write_set_options(a, "zip:encryption=aes256");
    archive_write_set_passphrase(a, password.c_str());
  }
  size_t room = 1 << 20;
  for (const ArchiveMember& member : members)
    room += member.bytes.size() * 2 + member.name.size() * 2 + 2000;
  std::string bytes(room, '\0');
  size_t used = 0;
  archive_write_set_bytes_in_last_block(a, 1);
  archive_write_open_memory(a, bytes.data(), bytes.size(), &used);
  for (const ArchiveMember& member : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, member.name.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_filetype(entry, member.kind == 'd'   ? AE_IFDIR
                                      : member.kind == 'l' ? AE_IFLNK
                                                           : AE_IFREG);
    if (member.kind == 'l') archive_entry_set_symlink(entry, member.bytes.c_str());
    archive_entry_set_size(entry,
                           member.kind == 'f' ? static_cast<la_int64_t>(member.bytes.size()) : 0);
    archive_write_header(a, entry);
    if (member.kind == 'f') archive_write_data(a, member.bytes.data(), member.bytes.size());
    archive_entry_free(entry);
  }
  archive_write_close(a);
  archive_write_free(a);
  bytes.resize(used);
  return bytes;
}

}  // namespace oi::test
